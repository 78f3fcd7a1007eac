/** What names and addresses of the demo data are made of. Nobody is meant: surnames and given names are common ones. */
const words = (text: string) => text.trim().split(/\s*\|\s*|\s*\n\s*/);

export const surnames = words(`
Adams|Alvarez|Anderson|Baker|Barnes|Bennett|Brooks|Brown|Campbell|Carter|Castillo|Chavez|Chen|Clark|Cohen|Collins|Cooper|Cox
Cruz|Davis|Delgado|Diaz|Edwards|Evans|Fisher|Flores|Foster|Garcia|Gomez|Gonzalez|Gray|Green|Gupta|Hall|Hansen|Harris|Hayes
Henderson|Hernandez|Hill|Howard|Hughes|Ibrahim|Jackson|James|Jenkins|Jensen|Johnson|Jones|Kaplan|Kelly|Kim|King|Kowalski|Larson
Lee|Lewis|Long|Lopez|MacDonald|Martin|Martinez|Mbeki|McCarthy|Miller|Mitchell|Moore|Morales|Morgan|Morris|Murphy|Myers|Nakamura
Nelson|Nguyen|O'Brien|O'Connor|O'Neil|Okafor|Olson|Ortiz|Park|Patel|Perez|Peterson|Phillips|Powell|Price|Quinn|Ramirez|Reed
Reyes|Rivera|Roberts|Robinson|Rodriguez|Rogers|Rossi|Russell|Sanchez|Sanders|Schmidt|Scott|Shah|Simmons|Singh|Smith|Stewart
Sullivan|Svensson|Taylor|Thomas|Thompson|Torres|Tran|Turner|Vargas|Wagner|Walker|Ward|Watson|White|Williams|Wilson|Wood|Wright
Xu|Yamamoto|Young|Zamora|Zhang|Zielinski`);

export const givenNames = words(`
Aaron|Alice|Amir|Andrea|Angela|Anthony|Barbara|Benjamin|Brian|Carlos|Carol|Chloe|Christine|Daniel|David|Deborah|Diego|Elena
Elizabeth|Emily|Eric|Esther|Fatima|Frank|Gabriel|Grace|Hannah|Hassan|Helen|Isaac|Jacob|James|Janet|Jasmine|Jennifer|John|Joseph
Julia|Karen|Kenji|Kevin|Laura|Leila|Linda|Luis|Maria|Mark|Mary|Matthew|Mei|Michael|Michelle|Nadia|Nancy|Nathan|Nicole|Olivia
Omar|Pamela|Patricia|Paul|Priya|Rachel|Rebecca|Richard|Robert|Rosa|Ruth|Samuel|Sandra|Sarah|Sofia|Stephanie|Steven|Susan|Thomas
Victor|Victoria|William|Yusuf`);

export const landmarks = words(`
Aspen|Bayview|Bear Creek|Blue Ridge|Canyon|Cedar Ridge|Cherry Hill|Clearwater|Coastal|Copper Mountain|Cottonwood|Crescent|Crossroads
Cypress|Desert|Eagle|East Valley|Elm Grove|Evergreen|Fairview|Fox Hollow|Gateway|Glenwood|Golden Gate|Grand Lake|Granite|Great Plains
Greenbrier|Harbor|Harmony|Heartland|Heritage|Highland|Hillcrest|Hudson|Juniper|Lake Shore|Lakeside|Lakeview|Laurel|Liberty|Lincoln
Magnolia|Maple Street|Meadowbrook|Mesa Verde|Metro|Midtown|Mission|Monarch|North Shore|Northgate|Northwest|Oak Park|Ocean View|Old Town
Orchard|Palmetto|Park Avenue|Peachtree|Pinecrest|Pioneer|Pleasant Valley|Prairie|Premier|Quail Run|Red Rock|Ridgeview|River Oaks
Riverside|Rocky Mountain|Rolling Hills|Rosewood|Sandstone|Sequoia|Shenandoah|Silver Lake|Sierra|South Bay|Southside|Spring Creek
Stonebridge|Summit|Sunrise|Sunset|Sycamore|Three Rivers|Timberline|Tri-County|Twin Cities|Union Square|Upper Peninsula|Valley
Vista|Walnut Creek|Westside|White Oak|Wildflower|Willow Creek|Windsor`);

export const practices = words(`
Family Medicine|Internal Medicine|Pediatrics|Cardiology|Dermatology|Orthopedics|Obstetrics & Gynecology|Women's Health|Oncology
Radiology|Urgent Care|Behavioral Health|Psychiatry|Neurology|Gastroenterology|Urology|Ophthalmology|Ear, Nose & Throat|Physical Therapy
Home Health|Hospice & Palliative Care|Skilled Nursing|Pain Management|Endocrinology|Nephrology|Pulmonology|Rheumatology|Allergy & Asthma
Sleep Medicine|Sports Medicine|Plastic Surgery|General Surgery|Primary Care|Community Health|Dental Care|Podiatry|Chiropractic
Clinical Laboratory|Imaging|Pharmacy|Infectious Disease|Wound Care|Rehabilitation|Dialysis|Fertility|Vein & Vascular`);

export const groupForms = words(`
Associates|Clinic|Center|Group|Partners|Physicians|Specialists|Practice|Services|Institute|Medical Group|Health Center|of America`);

export const legalForms = ['', '', '', '', '', '', ', P.C.', ', PLLC', ', LLC', ' Inc.', ', P.A.'] as const;

export const streets = words(`
Main Street|Oak Street|Maple Avenue|Washington Boulevard|Park Avenue|Elm Street|Lake Drive|Hill Road|Cedar Lane|Medical Center Drive
Hospital Way|2nd Avenue|5th Street|W 10th Street|N Central Avenue|S Broadway|Jefferson Avenue|Lincoln Highway|River Road|Church Street
Sunset Boulevard|Market Street|Franklin Street|College Avenue|Health Park Circle|Professional Plaza|Commerce Drive|Old Mill Road`);

export const contactTitles = words(`
Practice Manager|Office Manager|Director of Operations|Chief Information Officer|Health Information Manager|Compliance Officer
Medical Director|IT Manager|Records Supervisor|Administrator`);

export const jobTitles = words(`
Medical Records Clerk|Registered Nurse|Physician|Referral Coordinator|Front Desk|Billing Specialist|Medical Assistant|Care Coordinator`);
